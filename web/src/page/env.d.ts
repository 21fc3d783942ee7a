/** True where the client is built as a page without a server; set by Vite. */
declare const __PAGE__: boolean;
