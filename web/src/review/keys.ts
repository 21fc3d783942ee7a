// Keys of a review: single letters, where nobody is typing.

const TYPING = "input:not([type=range], [type=checkbox]), textarea, select, dialog";

/** Do what a pressed key stands for. */
export function reviewKey(event: KeyboardEvent, keys: Readonly<Record<string, () => void>>): void {
  const { ctrlKey, altKey, metaKey, defaultPrevented, target } = event;
  const press = keys[event.key.toLowerCase()];
  if (!press || ctrlKey || altKey || metaKey || defaultPrevented) return;
  if (target instanceof Element && target.closest(TYPING)) return;
  event.preventDefault();
  press();
}
