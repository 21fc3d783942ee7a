// Whether the server still prepares its engine, so that bots may answer slowly.
import type { EngineStatus } from "../generated/messages";
import { ask } from "./http";

export async function isPreparing(): Promise<boolean> {
  try {
    return (await ask<EngineStatus>("/api/engine")).preparing;
  } catch {
    return false; // the line about it is left out; nothing depends on it
  }
}
