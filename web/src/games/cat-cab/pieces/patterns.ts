/** The colours of the town, the patterns that go with the seats' colours (`--pp`) and the stripes of awnings; drawings that use them import this. */
import { show } from "../../../art/sprite";
import sheet from "./patterns.svg?raw";
import "./room.css";
import "./seats.css";

show(sheet);
