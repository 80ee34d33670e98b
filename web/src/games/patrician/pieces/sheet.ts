/** The symbols of all pieces, and the colours and patterns of the room and its seats; drawings that use them import this. */
import { show } from "../../../art/sprite";
import sheet from "./pieces.svg?raw";
import "./room.css";

show(sheet);
