import { mount } from "svelte";
import App from "./app/App.svelte";
import { setLanguage } from "./lib/i18n.svelte";
import { settings } from "./lib/settings.svelte";
import "./styles/base.css";

async function start(): Promise<void> {
  if (location.pathname === "/") void import("./screens/Home.svelte"); // while the texts come
  await setLanguage(settings.language);
  mount(App, { target: document.getElementById("app") ?? document.body });
}

void start();
