// Pan and zoom of a board by drag, wheel, pinch and keys. It transforms one <g> inside an <svg>;
// during a drag it moves the <svg> itself as a layer, which needs no painting.

export interface Box {
  width: number;
  height: number;
}
export interface View {
  x: number;
  y: number;
  scale: number;
}

interface Options {
  /** The size of what is shown, in its own units. */
  size: Box;
  most?: number;
  /** Where a board that starts by filling its box is centred; null starts with the whole board. */
  fill?: () => [x: number, y: number] | null;
  /** A drag that starts here is somebody else's (drawing track, say). */
  ignore?: (event: PointerEvent) => boolean;
  moved?: (view: View) => void;
}

export class PanZoom {
  view: View = { x: 0, y: 0, scale: 1 };
  /** True from the start of a drag until after its click, so that the click chooses nothing. */
  dragged = false;
  #pointers = new Map<number, { x: number; y: number }>();
  #pressed: { x: number; y: number } | null = null;
  #observer: ResizeObserver;
  /** What a new size of the box shows: the board filling it, the whole board, or the same place. */
  #shows: "fill" | "fit" | "place" = "fill";
  #frame = 0;
  #drawn: View = this.view; // what the group's transform says

  constructor(
    readonly svg: SVGSVGElement,
    readonly group: SVGGElement,
    private options: Options,
  ) {
    svg.addEventListener("pointerdown", this.#down);
    svg.addEventListener("pointermove", this.#move);
    svg.addEventListener("pointerup", this.#up);
    svg.addEventListener("pointercancel", this.#up);
    svg.addEventListener("wheel", this.#wheel, { passive: false });
    svg.addEventListener("click", this.#click, { capture: true });
    svg.style.overflow = "visible";
    svg.style.willChange = "transform";
    this.#observer = new ResizeObserver(() => {
      this.#resized();
    });
    this.#observer.observe(svg);
    this.fill();
  }

  destroy(): void {
    this.#observer.disconnect();
    this.svg.removeEventListener("pointerdown", this.#down);
    this.svg.removeEventListener("pointermove", this.#move);
    this.svg.removeEventListener("pointerup", this.#up);
    this.svg.removeEventListener("pointercancel", this.#up);
    this.svg.removeEventListener("wheel", this.#wheel);
    this.svg.removeEventListener("click", this.#click, { capture: true });
    cancelAnimationFrame(this.#frame);
  }

  /** The board as it starts: filling its box where that is wanted, else the whole of it. */
  fill(): void {
    const centre = this.options.fill?.() ?? null;
    if (centre === null) {
      this.fit();
      return;
    }
    const { left, top, width, height } = this.#room();
    const { size } = this.options;
    const scale = Math.max(width / size.width, height / size.height) || 1;
    this.view = {
      scale,
      x: left + covering(width / 2 - centre[0] * scale, width, size.width * scale),
      y: top + covering(height / 2 - centre[1] * scale, height, size.height * scale),
    };
    this.#shows = "fill";
    this.#show();
  }

  #resized(): void {
    if (this.#shows === "fill") this.fill();
    else if (this.#shows === "fit") this.fit();
    else this.#show();
  }

  /** The whole board, in the middle. */
  fit(): void {
    const { left, top, width, height } = this.#room();
    const { size } = this.options;
    const scale = this.#least();
    this.view = {
      scale,
      x: left + (width - size.width * scale) / 2,
      y: top + (height - size.height * scale) / 2,
    };
    this.#shows = "fit";
    this.#show();
  }

  /** Zoom by a factor around a point of the screen's box (its middle when left out). */
  zoom(factor: number, x = this.svg.clientWidth / 2, y = this.svg.clientHeight / 2): void {
    const least = this.#least();
    const scale = Math.min(
      Math.max(this.view.scale * factor, least),
      least * (this.options.most ?? 8),
    );
    const ratio = scale / this.view.scale;
    this.view = { scale, x: x - (x - this.view.x) * ratio, y: y - (y - this.view.y) * ratio };
    this.#shows = scale > least * 1.01 ? "place" : "fit";
    this.#show();
  }

  pan(dx: number, dy: number): void {
    this.view = { ...this.view, x: this.view.x + dx, y: this.view.y + dy };
    this.#shows = "place";
    this.#show();
  }

  /** Bring a point of the board into sight, with some room around. */
  reveal(x: number, y: number, room = 60): void {
    const [sx, sy] = [this.view.x + x * this.view.scale, this.view.y + y * this.view.scale];
    const { left, top, width, height } = this.#room();
    const dx = into(sx - left, room, width - room);
    const dy = into(sy - top, room, height - room);
    if (dx || dy) this.pan(dx, dy);
  }

  /** Where on the board a pointer is. */
  at(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const box = this.svg.getBoundingClientRect();
    const { x, y, scale } = this.#drawn;
    return { x: (event.clientX - box.left - x) / scale, y: (event.clientY - box.top - y) / scale };
  }

  /** + - 0 zoom; true when the key was one of them. */
  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0") this.fit();
    else return false;
    return true;
  }

  /** The box without its scroll-padding, which are the strips that lie under something. */
  #room(): Box & { left: number; top: number } {
    const { clientWidth, clientHeight } = this.svg;
    const style = getComputedStyle(this.svg);
    const left = parseFloat(style.scrollPaddingLeft) || 0;
    const top = parseFloat(style.scrollPaddingTop) || 0;
    return { left, top, width: clientWidth - left, height: clientHeight - top };
  }

  #least(): number {
    const { size } = this.options;
    const { width, height } = this.#room();
    return Math.min(width / size.width, height / size.height) || 1;
  }

  #show(): void {
    this.#keep();
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      if (this.dragged && this.#pointers.size === 1 && this.view.scale === this.#drawn.scale)
        this.#shift();
      else this.#draw();
      this.options.moved?.(this.view);
    });
  }

  #shift(): void {
    const dx = this.view.x - this.#drawn.x;
    const dy = this.view.y - this.#drawn.y;
    this.svg.style.transform = `translate(${dx}px, ${dy}px)`;
  }

  #draw(): void {
    const { x, y, scale } = this.view;
    this.#drawn = this.view;
    this.svg.style.transform = "";
    this.group.setAttribute(
      "transform",
      `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})`,
    );
  }

  /** Some of the board stays in sight, whatever is done. */
  #keep(): void {
    const { left, top, width, height } = this.#room();
    const [w, h] = [
      this.options.size.width * this.view.scale,
      this.options.size.height * this.view.scale,
    ];
    this.view = {
      scale: this.view.scale,
      x: left + within(this.view.x - left, width, w),
      y: top + within(this.view.y - top, height, h),
    };
  }

  #down = (event: PointerEvent): void => {
    this.dragged = false;
    if (event.button !== 0 || this.options.ignore?.(event)) return;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#pressed = { x: event.clientX, y: event.clientY };
  };

  #move = (event: PointerEvent): void => {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    if (!this.dragged && !this.#far(event)) return;
    if (!this.dragged) this.#grab(event);
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#pointers.size === 2) this.#pinch(event, before);
    else this.pan(event.clientX - before.x, event.clientY - before.y);
  };

  #grab(event: PointerEvent): void {
    this.dragged = true;
    this.svg.setPointerCapture(event.pointerId);
  }

  #far(event: PointerEvent): boolean {
    const from = this.#pressed;
    return (
      from !== null &&
      Math.hypot(event.clientX - from.x, event.clientY - from.y) >
        (event.pointerType === "touch" ? 9 : 4)
    );
  }

  #pinch(event: PointerEvent, before: { x: number; y: number }): void {
    const [one, two] = [...this.#pointers.values()] as [
      { x: number; y: number },
      { x: number; y: number },
    ];
    const other = one.x === event.clientX && one.y === event.clientY ? two : one;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    const box = this.svg.getBoundingClientRect();
    if (was > 0)
      this.zoom(
        now / was,
        (event.clientX + other.x) / 2 - box.left,
        (event.clientY + other.y) / 2 - box.top,
      );
  }

  #up = (event: PointerEvent): void => {
    if (this.#pointers.delete(event.pointerId) && this.dragged) this.#show();
  };

  #click = (event: MouseEvent): void => {
    if (!this.dragged) return;
    this.dragged = false;
    event.stopPropagation();
    event.preventDefault();
  };

  #wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const box = this.svg.getBoundingClientRect();
    const step = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    this.zoom(
      Math.exp(-Math.max(-60, Math.min(60, step)) / 240),
      event.clientX - box.left,
      event.clientY - box.top,
    );
  };
}

/** Moved so that the length covers all of the room. */
function covering(at: number, room: number, length: number): number {
  return Math.min(0, Math.max(room - length, at));
}

/** How far a place has to move to be between the two. */
function into(at: number, first: number, last: number): number {
  if (at < first) return first - at;
  return at > last ? last - at : 0;
}

function within(at: number, room: number, length: number): number {
  if (length <= room) return (room - length) / 2;
  return Math.min(room * 0.4, Math.max(room * 0.6 - length, at));
}
