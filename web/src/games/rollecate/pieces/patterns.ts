/** The patterns that go with the seats' colours; drawings that use them import this. */
import { show } from "../../../art/sprite";
import "../../../table/seats.css";
import sheet from "./patterns.svg?raw";

show(sheet);
