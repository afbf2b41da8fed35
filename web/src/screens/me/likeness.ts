/** A face as a few words: `face-skin-hair-cut-coat-more`, each a number of what it is drawn with. */
export const SKIN = ["#f0c9a4", "#c98d5f", "#f4d3b5", "#8c5a3b", "#dca878", "#6b4329"];
export const HAIR = ["#5b3420", "#23201e", "#b9762f", "#8d8a86", "#a33b22", "#e4c26a"];
export const COAT = ["#a3271d", "#22405f", "#23662d", "#8a5a0c", "#6d4a7d", "#26332f"];
export const GROUND = ["#bcd9c4", "#c9d6e4", "#d8cfe3", "#ecd9b0", "#f0cfc4", "#cfe0dc"];
export const CUTS = 4;
/** Nothing more, glasses, a moustache, a cap. */
export const MORE = 4;
const MANY = [SKIN.length, HAIR.length, CUTS, COAT.length, MORE];

/** The numbers of a face; of a word that names none, always the same ones. */
export function parts(face: string, id = ""): number[] {
  const said = face.split("-").slice(1).map(Number);
  if (said.length === MANY.length && said.every((n, at) => Number.isInteger(n) && n >= 0 && n < MANY[at]!)) return said;
  let sum = 7;
  for (const letter of id || face) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003;
  return MANY.map((many, at) => Math.floor(sum / (at + 1) ** 3) % many);
}

/** Any face at all. */
export const anyFace = (): string => ["face", ...MANY.map((many) => Math.floor(Math.random() * many))].join("-");
