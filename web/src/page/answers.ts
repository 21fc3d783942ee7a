// Answers that depend on nothing but the build: texts, boards, cards, clauses, pictures. They are files
// in the page's folder, made by the server's own app, and are there before Python is.

const files = new Map<string, string>();
for (const [file, addresses] of Object.entries(__ANSWERS__)) {
  for (const address of addresses) files.set(address, file);
}
const fetched = new Map<string, Promise<Record<string, unknown>>>();

/** The body of an answer; nothing if only Python knows it. */
export async function staticAnswer(address: string, language: string): Promise<unknown> {
  const found = find(address, language);
  if (found === undefined) return undefined;
  return (await fetchAnswers(found.file))[found.key];
}

/** Where a picture lies, as an `<img>` wants it; nothing if Python has to draw it. */
export function staticPicture(address: string, language: string): string | undefined {
  const found = find(address, language);
  return found === undefined ? undefined : `answers/${found.file}`;
}

/** An answer may depend on the language, never on a game's options; on the version of the rules it does. */
function find(address: string, language: string): { file: string; key: string } | undefined {
  const [path = "", query = ""] = address.split("?");
  const asked = new URLSearchParams(query);
  const rules = asked.get("rules");
  const keys = [
    rules === null ? path : `${path}?rules=${rules}`,
    `${path}?language=${asked.get("language") ?? language}`,
  ];
  const key = keys.find((one) => files.has(one));
  const file = key === undefined ? undefined : files.get(key);
  return key === undefined || file === undefined ? undefined : { file, key };
}

/** A file is fetched once; one that did not come is asked for again the next time. */
function fetchAnswers(file: string): Promise<Record<string, unknown>> {
  const known = fetched.get(file);
  if (known) return known;
  const coming = load(file);
  fetched.set(file, coming);
  coming.catch(() => fetched.delete(file));
  return coming;
}

async function load(file: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`answers/${file}`);
  if (!answer.ok) throw new Error(`answers/${file}: ${answer.status}`);
  return (await answer.json()) as Record<string, unknown>;
}
