/** Whether this is the build that brings its own server, for a folder of static files. */
declare const __PAGE__: boolean;
/** The answers that lie in the folder: file below answers/ → the addresses it answers. */
declare const __ANSWERS__: Record<string, string[]>;
