/** The symbols of all pieces, and the colours and patterns of the seats; drawings that use them import this. */
import { show } from "../../../art/sprite";
import sheet from "./pieces.svg?raw";
import "./seats.css";

show(sheet);
