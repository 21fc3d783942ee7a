// Access to lists by numbers that the server promises to be valid.

/** The element at an index that must exist: a wrong one is an error, not `undefined`. */
export function elementAt<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`there is no element ${index} in ${list.length}`);
  return found;
}
