/** The drawings of lessons: the tabby that speaks, the one that is pleased, and the paw that points. */
import drawings from "../art/sprites/lesson.svg?raw";
import mark from "../art/sprites/mark.svg?raw";
import { show } from "../art/sprite";

show(drawings);
show(mark);
