import { mount } from "svelte";
import App from "./app/App.svelte";
import { start } from "./lib/i18n.svelte";
import "./styles/base.css";

async function begin(): Promise<void> {
  await start();
  mount(App, { target: document.getElementById("app")! });
}

void begin();
