/** Something that was asked for does not exist or is not possible. */
export class EkibenError extends Error {
  override readonly name: string = "EkibenError";
}

/** The action exists, but is not legal in this position. */
export class IllegalAction extends EkibenError {
  override readonly name = "IllegalAction";
}
