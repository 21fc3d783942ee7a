// The text of a section: paragraphs, and lists of the lines that begin with "- ".

export type Block = { words: string } | { items: string[] };

export function textBlocks(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map(toBlock);
}

function toBlock(block: string): Block {
  if (!block.startsWith("- ")) return { words: block };
  return { items: block.split("\n").map((line) => line.replace(/^- /, "")) };
}
