/** The browser client: its words are loaded, then the page it was opened at. */
import { mount } from "svelte";
import App from "./App.svelte";
import { install } from "./lib/net/line.svelte";
import { waiting } from "./lib/waiting.svelte";
import { speak } from "./lib/net/push";
import { tongue } from "./lib/words/language.svelte";
import "./theme.css";

const target = document.getElementById("app")!;
target.replaceChildren();
void tongue.begin().then(() => {
  mount(App, { target });
  install(() => tongue.language);
  waiting.begin();
  tongue.onchange = () => void speak().catch(() => undefined); // without a server: another time
});
