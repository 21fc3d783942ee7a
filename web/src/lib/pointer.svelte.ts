// Whether this device is worked with a finger: then texts say "tap".

const finger = matchMedia("(pointer: coarse)");
let coarse = $state(finger.matches);
finger.addEventListener("change", () => {
  coarse = finger.matches;
});

export function isCoarse(): boolean {
  return coarse;
}
