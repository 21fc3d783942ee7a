/** True where the client is built as a page without a server; set by Vite. */
declare const __PAGE__: boolean;
/** The answers that lie in the folder: file below answers/ → the addresses it answers (answers.ts). */
declare const __ANSWERS__: Readonly<Record<string, readonly string[]>>;
