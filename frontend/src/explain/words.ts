// What the page says, in its two languages.

export interface Words {
  language: string;
  otherLanguage: string;
  next: string;
  previous: string;
  step(at: number, all: number): string;
  more(shown: number, of: number): string;
  guess: string;
  guessHint: string;
  reveal: string;
  source: string;
  picture: string;
  keys: string;
  close: string;
  keyList: [string, string][];
  theme(theme: string): string;
  unreadable: string;
  notKept: string;
  tooLarge: string;
  arguments: string;
  result: string;
  changed: string;
  row: string;
  buffer(items: number, bytes: number): string;
  walkOf(name: string, offset: number, steps: string, strides: string): string;
  same: string;
  stretched(shape: string, to: string, axes: string): string;
  number: string;
  reduceAll: string;
  reduce(axes: string, lengths: string, from: string, to: string): string;
  keepdims: string;
  product(first: string, second: string, result: string, inner: number): string;
  picked(picked: number, of: number): string;
  view: string;
  copy: string;
  sameElements: string;
  assigned(count: number, of: number): string;
  made: string;
  other: string;
  inPlace: string;
  dtypes(inputs: string, result: string): string;
  newNans(count: number): string;
  oldNans: string;
  raised: string;
  hover: string;
  axis(axis: number): string;
  walkThrough: string;
  projector: string;
  whichShape: string;
  right: string;
  wrong: string;
  clash(lengths: number[]): string;
  innerClash(first: number, second: number): string;
  fix: string;
  fixed(shape: string, result: string): string;
}

const EN: Words = {
  language: "en",
  otherLanguage: "中文",
  next: "next",
  previous: "back",
  step: (at, all) => `step ${at} of ${all}`,
  more: (shown, of) => `The first ${shown} of ${of} steps; --limit shows more.`,
  guess: "guess first",
  guessHint: "What will come out? Its shape, its type, its values?",
  reveal: "show the result",
  source: "Program",
  picture: "What happens",
  keys: "Keys",
  close: "Close",
  keyList: [["→  n", "next step"], ["←  p", "back"], ["Shift →", "next line"], ["↑ ↓", "another element of the result"], ["Home  End", "first and last step"], ["g", "guess before the result is shown"], ["w", "walk through the elements of the result"], ["b", "projector mode: large, for the back row"], ["l", "language"], ["t", "theme"]],
  theme: (theme) => `theme: ${theme}`,
  unreadable: "The source of this file can't be read any more.",
  notKept: "values not kept",
  tooLarge: "too many axes to draw",
  arguments: "given: ",
  result: "result",
  changed: "afterwards",
  row: "index",
  buffer: (items, bytes) => `One memory of ${items} elements, ${bytes} bytes each`,
  walkOf: (name, offset, steps, strides) => `${name}: begins at ${offset}, steps ${steps}, strides ${strides} bytes`,
  same: "Element by element: each result comes from the elements at the same place.",
  stretched: (shape, to, axes) => `The shape ${shape} is lined up with ${to} from the right and stretched along ${axes}.`,
  number: "A single number is used for every element.",
  reduceAll: "All elements become one.",
  reduce: (axes, lengths, from, to) => `${axes} (length ${lengths}) disappears, each result is made of all elements along it: ${from} becomes ${to}.`,
  keepdims: "It stays as an axis of length 1 (keepdims), so that the result can be stretched back.",
  product: (first, second, result, inner) => `Each result is a row of the first times a column of the second, added up. ${first} and ${second} make ${result}: the ${inner} in the middle is summed away.`,
  picked: (picked, of) => `The index picks ${picked} of ${of} elements.`,
  view: "The result is a view: it looks at the same memory, nothing is copied.",
  copy: "The result is a copy with a memory of its own.",
  sameElements: "The same elements, seen in another shape or order.",
  assigned: (count, of) => `${count} of ${of} elements are written. Every view of this memory sees it.`,
  made: "A new array is created.",
  other: "What goes in, and what comes out:",
  inPlace: "In place: the result is written into the memory of the first array.",
  dtypes: (inputs, result) => `${inputs} ${inputs.includes(" ") ? "give" : "gives"} ${result}.`,
  newNans: (count) => `${count === 1 ? "1 value" : `${count} values`} became NaN here: not a number.`,
  oldNans: "NaN came in, and NaN goes on.",
  raised: "This raised an exception: ",
  hover: "Point at an element to see what it is made of.",
  axis: (axis) => `axis ${axis}`,
  walkThrough: "walk through",
  projector: "projector",
  whichShape: "Which shape comes out?",
  right: "Right.",
  wrong: "No. Look at the axes once more.",
  clash: (lengths) => `Lengths ${lengths.join(" and ")} stand under each other and do not fit: they have to be equal, or one of them 1.`,
  innerClash: (first, second) => `The inner lengths ${first} and ${second} have to be equal: rows of the first meet columns of the second.`,
  fix: "Write",
  fixed: (shape, result) => ` instead: its shape becomes ${shape}, the result ${result}.`,
};

const ZH: Words = {
  language: "zh",
  otherLanguage: "English",
  next: "下一步",
  previous: "上一步",
  step: (at, all) => `第 ${at} 步，共 ${all} 步`,
  more: (shown, of) => `只显示了 ${of} 步中的前 ${shown} 步；--limit 可显示更多。`,
  guess: "先猜一猜",
  guessHint: "结果会是什么？它的形状、类型和数值？",
  reveal: "显示结果",
  source: "程序",
  picture: "发生了什么",
  keys: "按键",
  close: "关闭",
  keyList: [["→  n", "下一步"], ["←  p", "上一步"], ["Shift →", "下一行"], ["↑ ↓", "结果的另一个元素"], ["Home  End", "第一步和最后一步"], ["g", "先猜再看结果"], ["w", "逐个走过结果的元素"], ["b", "投影模式：放大，后排也能看清"], ["l", "语言"], ["t", "主题"]],
  theme: (theme) => `主题：${{ auto: "跟随系统", light: "浅色", dark: "深色" }[theme] ?? theme}`,
  unreadable: "这个文件的源代码已无法读取。",
  notKept: "没有保存数值",
  tooLarge: "轴太多，无法画出",
  arguments: "参数：",
  result: "结果",
  changed: "之后",
  row: "索引",
  buffer: (items, bytes) => `同一块内存：${items} 个元素，每个 ${bytes} 字节`,
  walkOf: (name, offset, steps, strides) => `${name}：从 ${offset} 开始，步长 ${steps} 个元素，strides ${strides} 字节`,
  same: "逐元素运算：每个结果来自相同位置的元素。",
  stretched: (shape, to, axes) => `形状 ${shape} 与 ${to} 从右边对齐，并沿${axes}拉伸。`,
  number: "同一个数用于每个元素。",
  reduceAll: "所有元素变成一个。",
  reduce: (axes, lengths, from, to) => `${axes}（长度 ${lengths}）消失，每个结果由沿该轴的所有元素得到：${from} 变为 ${to}。`,
  keepdims: "它作为长度为 1 的轴保留（keepdims），这样结果还能再拉伸回去。",
  product: (first, second, result, inner) => `每个结果是第一个数组的一行乘以第二个的一列再相加。${first} 与 ${second} 得到 ${result}：中间的 ${inner} 被求和消去。`,
  picked: (picked, of) => `索引从 ${of} 个元素中选出 ${picked} 个。`,
  view: "结果是视图：看的是同一块内存，没有复制。",
  copy: "结果是拷贝，有自己的内存。",
  sameElements: "还是同样的元素，只是换了形状或顺序。",
  assigned: (count, of) => `写入了 ${of} 个元素中的 ${count} 个。这块内存的每个视图都能看到。`,
  made: "产生了一个新数组。",
  other: "输入与输出：",
  inPlace: "原地运算：结果写入第一个数组的内存。",
  dtypes: (inputs, result) => `${inputs} 得到 ${result}。`,
  newNans: (count) => `这里有 ${count} 个值变成了 NaN（不是数）。`,
  oldNans: "输入中已有 NaN，它继续传下去。",
  raised: "这里引发了异常：",
  hover: "指向一个元素，看它由哪些元素得到。",
  axis: (axis) => `轴 ${axis}`,
  walkThrough: "逐个走一遍",
  projector: "投影模式",
  whichShape: "结果的形状是哪一个？",
  right: "正确。",
  wrong: "不对。请再看一看各个轴。",
  clash: (lengths) => `对齐在一起的长度 ${lengths.join(" 与 ")} 不匹配：它们必须相等，或其中一个为 1。`,
  innerClash: (first, second) => `内侧的长度 ${first} 与 ${second} 必须相等：第一个的行与第二个的列相乘。`,
  fix: "改写为",
  fixed: (shape, result) => `，它的形状变为 ${shape}，结果为 ${result}。`,
};

export const LANGUAGES: Record<string, Words> = { en: EN, zh: ZH };

export function shapeText(shape: number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}
