/** The symbols of all pieces, and the colours and patterns of the room and its seats; drawings that use them import this. */
import { show } from "../../../art/sprite";
import boxes from "./boxes.svg?raw";
import cats from "./cats.svg?raw";
import marks from "./marks.svg?raw";
import "../../../table/seats.css";
import "./room.css";

for (const sheet of [cats, boxes, marks]) show(sheet);
