/** Of which tables somebody wants to hear, and what changes when they say otherwise. */
import type { NoticeHabits } from "../generated/protocol";

type Tables = Required<Pick<NoticeHabits, "muted" | "new_tables" | "listened">>;

/** Whether one is told of a table. */
export function hearsOf({ muted, new_tables, listened }: Tables, table: string): boolean {
  return !muted.includes(table) && (new_tables || listened.includes(table));
}

/** Habits with which one is told of a table, or is not. */
export function heardOf({ muted, new_tables, listened }: Tables, table: string, on: boolean): Tables {
  const without = (tables: string[]) => tables.filter((id) => id !== table);
  return on
    ? { muted: without(muted), new_tables, listened: new_tables ? listened : [...without(listened), table] }
    : { muted: [...without(muted), table], new_tables, listened: without(listened) };
}

/** Habits with which one is told of tables to come, or is not; at those of today nothing changes. */
export function withNewTables(habits: Tables, today: string[], on: boolean): Tables {
  const heard = today.filter((table) => hearsOf(habits, table));
  const silent = today.filter((table) => !heard.includes(table) && !habits.muted.includes(table));
  return { muted: [...habits.muted, ...(on ? silent : [])], new_tables: on, listened: on ? [] : heard };
}
