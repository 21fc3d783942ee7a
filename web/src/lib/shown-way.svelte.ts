// A way that somebody beside the map wants to see on it: posts a train passes in its next turn,
// links it builds, and where it goes after that.

export interface ShownWay {
  posts: number[];
  links: number[];
  later: number[];
}

class ShownWayState {
  way = $state.raw<ShownWay | null>(null);

  show(way: ShownWay | null): void {
    this.way = way;
  }
}

export const shownWay = new ShownWayState();
