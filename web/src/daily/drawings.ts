/** What the pages of every day are drawn with besides the icons that all pages have. */
import { show } from "../art/sprite";
import sheet from "../art/sprites/daily.svg?raw";

show(sheet);
