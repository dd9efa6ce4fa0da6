// The question before the picture: which shape comes out?
import { h } from "../shared/element";
import type { Step } from "./walk";
import { type Words, shapeText } from "./words";

const MOST = 4;

export function shapeQuestion(step: Step, words: Words): HTMLElement | null {
  const right = step.outputs[0]?.shape;
  if (right === undefined || step.inputs.length === 0) return null;
  const answers = choices(right, step.inputs.map((input) => input.shape));
  if (answers.length < 2) return null;
  const verdict = h("p", { class: "answer", role: "status" });
  const choose = (shape: string, button: HTMLElement): void => {
    const isRight = shape === shapeText(right);
    button.classList.add(isRight ? "right" : "wrong");
    verdict.textContent = isRight ? words.right : words.wrong;
  };
  return h("div", { class: "question" }, h("p", {}, words.whichShape),
    h("p", { class: "choices" }, answers.map((shape) => {
      const button: HTMLElement = h("button", { class: "choice", click: () => choose(shape, button) }, shape);
      return button;
    })), verdict);
}

// What a pupil may take for the shape: that of an input, one turned around, one with an axis too few or too many.
function choices(right: number[], inputs: number[][]): string[] {
  const wrong = [...inputs, [...right].reverse(), right.slice(1), right.slice(0, -1), [...right, 1], ...inputs.flatMap((shape) => shape.map((_, axis) => shape.toSpliced(axis, 1)))];
  const answers = [...new Set([right, ...wrong].map(shapeText))].slice(0, MOST);
  return answers.sort();
}
