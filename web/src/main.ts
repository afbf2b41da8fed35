import { mount } from "svelte";
import App from "./App.svelte";
import { tongue } from "./lib/words/language.svelte";
import "./theme.css";

const target = document.getElementById("app")!;
target.replaceChildren();
void tongue.begin().then(() => mount(App, { target }));
