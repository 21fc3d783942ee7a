"""The contrast of every text on a page as it is drawn: against the colours under it, also on
controls that cannot be used and in pictures, which axe-core leaves out.
"""

from __future__ import annotations

from playwright.sync_api import Page

LEAST = 4.5
LARGE = 3.0  # 24 pixels, or 18.66 and bold

# For a text in HTML the ground is what its ancestors paint, their opacity applied; for one in a
# picture it is its halo, or the last shape painted before it at its place.
POOR = r"""([least, large]) => {
  const number = (text) => text.endsWith('%') ? parseFloat(text) / 100 : parseFloat(text);
  function parse(text) {
    const parts = (text.match(/-?[\d.]+%?/g) ?? []).map(number);
    const [r = 0, g = 0, b = 0, a = 1] = text.startsWith('color(srgb')
      ? [parts[0] * 255, parts[1] * 255, parts[2] * 255, parts[3] ?? 1] : parts;
    return text === 'none' || text === 'transparent' ? [0, 0, 0, 0] : [r, g, b, a];
  }
  const mix = (top, under, share) =>
    [0, 1, 2].map((n) => top[n] * share + under[n] * (1 - share)).concat(1);
  const over = (top, under) => mix(top, under, top[3]);
  function light([r, g, b]) {
    const [x, y, z] = [r, g, b].map((one) => one / 255)
      .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  }
  function ratio(one, other) {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }
  const grounds = new Map();
  function ground(element) {
    if (element === null) return [255, 255, 255, 1];
    if (!grounds.has(element)) {
      const under = ground(element.parentElement);
      grounds.set(element, over(parse(getComputedStyle(element).backgroundColor), under));
    }
    return grounds.get(element);
  }
  /** Both colours as they reach the eye, through the opacity of everything around them. */
  function faded(element, text, under) {
    let [fore, back] = [over(text, under), under];
    for (let one = element; one; one = one.parentElement) {
      const share = Number(getComputedStyle(one).opacity);
      if (share >= 1) continue;
      const beneath = ground(one.parentElement);
      [fore, back] = [mix(fore, beneath, share), mix(back, beneath, share)];
    }
    return [fore, back];
  }
  function shapeUnder(text) {
    const svg = text.ownerSVGElement, box = text.getBoundingClientRect();
    const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    const shapes = [...svg.querySelectorAll('path, rect, circle, ellipse')].filter((one) =>
      !one.closest('defs, clipPath, pattern') &&
      text.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING);
    let found = ground(svg);
    for (const one of shapes) {
      const style = getComputedStyle(one), matrix = one.getScreenCTM();
      if (!matrix || !one.checkVisibility({ visibilityProperty: true })) continue;
      const [r, g, b, a] = parse(style.fill);
      const share = a * Number(style.fillOpacity) * opacityOf(one, svg);
      if (share > 0 && one.isPointInFill(middle.matrixTransform(matrix.inverse())))
        found = mix([r, g, b], found, share);
    }
    return found;
  }
  function opacityOf(element, until) {
    let share = 1;
    for (let one = element; one && one !== until; one = one.parentElement)
      share *= Number(getComputedStyle(one).opacity);
    return share;
  }
  function inPicture(text) {
    const style = getComputedStyle(text);
    const halo = style.paintOrder.startsWith('stroke') && style.stroke !== 'none' &&
      parseFloat(style.strokeWidth) >= 2;
    const under = halo ? over(parse(style.stroke), ground(text.ownerSVGElement)) : shapeUnder(text);
    return faded(text, parse(style.fill), under);
  }
  function sizeOf(element) {
    const style = getComputedStyle(element), matrix = element.getScreenCTM?.();
    const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    const size = parseFloat(style.fontSize) * scale;
    return size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? large : least;
  }
  function seen(element, box) {
    return box.width > 1.5 && box.height > 1.5 && box.bottom > 0 && box.top < innerHeight &&
      box.right > 0 && box.left < innerWidth && element.checkVisibility(
        { visibilityProperty: true, opacityProperty: true }) && !element.closest('.unseen');
  }
  function* texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.data.trim(), element = node.parentElement;
      if (!words || element.closest('script, style, title, defs')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if (!seen(element, range.getBoundingClientRect())) continue;
      const style = getComputedStyle(element);
      const [fore, back] = element instanceof SVGElement
        ? inPicture(element.closest('text'))
        : faded(element, parse(style.color), ground(element));
      yield [words, element, fore, back];
    }
    for (const field of document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=range]), select')) {
      if (!seen(field, field.getBoundingClientRect())) continue;
      const hint = field.tagName === 'INPUT' && !field.value;
      const style = getComputedStyle(field, hint ? '::placeholder' : null);
      const [fore, back] = faded(field, parse(style.color), ground(field));
      yield [field.value || field.placeholder || '', field, fore, back];
    }
  }
  const poor = [];
  for (const [words, element, fore, back] of texts()) {
    const found = ratio(fore, back);
    if (words && found < sizeOf(element) - 0.01)
      poor.push(`"${words.slice(0, 30)}" ${found.toFixed(2)} rgb(${fore.slice(0, 3).map(Math.round)}) on ` +
        `rgb(${back.slice(0, 3).map(Math.round)}) <${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`);
  }
  return [...new Set(poor)];
}"""


def poor_texts(page: Page) -> list[str]:
    """The texts whose contrast is too low."""
    return list(page.evaluate(POOR, [LEAST, LARGE]))
