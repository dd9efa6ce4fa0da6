// Where in a model operations ran: the layer's path, the phase, the training step. Empty for programs without a model.
import { type Numbers, loadColumn, loadDocument } from "../shared/blocks";
import { say } from "../shared/language";

interface Layer {
  path: string; // "" for the model itself
  label: string;
}

export class Layers {
  private constructor(
    private readonly of: Numbers,
    private readonly phase: Numbers,
    private readonly step: Numbers,
    readonly all: Layer[],
    private readonly phases: string[],
  ) {}

  static async load(): Promise<Layers> {
    const [of, phase, step] = await Promise.all(["layer", "phase", "step"].map(loadColumn)) as [Numbers, Numbers, Numbers];
    const { layers, phases } = await loadDocument<{ layers: Layer[]; phases: string[] }>("layers");
    return new Layers(of, phase, step, layers, phases);
  }

  // 1 + the place in `all`; 0 outside all layers.
  number(row: number): number {
    return this.of[row]!;
  }

  label(row: number): string | null {
    return this.all[this.of[row]! - 1]?.label ?? null;
  }

  // When it ran: phase and step, in words.
  moment(row: number): string | null {
    const phase = this.phases[this.phase[row]! - 1];
    if (phase === undefined && this.label(row) === null) return null;
    return [phase, say("step {}", this.step[row]!)].filter((part) => part !== undefined).join(", ");
  }

  // What can be chosen: every layer, and those that only hold others, before what they hold.
  choices(): string[] {
    const found = new Set<string>();
    for (const { path, label } of this.all) {
      const parts = path.split(".");
      for (let many = 1; many < parts.length; many++) found.add(parts.slice(0, many).join("."));
      found.add(label);
    }
    return [...found];
  }

  // By number, which layers are the chosen one or inside it; those outside all layers are in none.
  within(chosen: string): Uint8Array {
    return Uint8Array.from([0, ...this.all.map(({ path, label }) => (label === chosen || path.startsWith(`${chosen}.`) ? 1 : 0))]);
  }
}
