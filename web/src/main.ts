import { mount } from "svelte";
import App from "./app/App.svelte";
import { needTexts, setLanguage } from "./lib/i18n.svelte";
import { router } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";
import "./styles/base.css";

async function start(): Promise<void> {
  const startServer = __PAGE__ ? (await import("./page/start")).startPage() : null;
  if (router.place.path === "/") void import("./screens/Home.svelte"); // while the texts come
  await setLanguage(settings.language);
  if (__PAGE__) await needTexts("page");
  mount(App, { target: document.getElementById("app") ?? document.body });
  startServer?.();
}

void start();
