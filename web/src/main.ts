/** Starts the page. */
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import { beAnApp } from "./app.svelte";
import App from "./App.svelte";

beAnApp();

mount(App, { target: document.getElementById("app")! });
