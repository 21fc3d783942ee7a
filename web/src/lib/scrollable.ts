// A box that scrolls must be reachable with the keyboard; one that does not should be no stop.

/** Give the box a place in the tab order while its content is larger than the box. */
export function scrollable(box: HTMLElement): { destroy: () => void } {
  const look = (): void => {
    if (overflows(box)) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  const resized = new ResizeObserver(look);
  const changed = new MutationObserver(look);
  resized.observe(box);
  changed.observe(box, { childList: true, subtree: true, characterData: true });
  look();
  return {
    destroy(): void {
      resized.disconnect();
      changed.disconnect();
    },
  };
}

function overflows(box: HTMLElement): boolean {
  return box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
}
