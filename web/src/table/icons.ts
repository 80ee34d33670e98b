/** The icons that only a table needs, drawn like the others: 24 wide, stroke 2. */
import { show } from "../art/sprite";
import icons from "./icons.svg?raw";

show(icons);
