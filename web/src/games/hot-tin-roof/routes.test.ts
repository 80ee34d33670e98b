import { describe, expect, it } from "vitest";
import { roofNamed, type View } from "./reading";
import { planTo, planToMeet, plansFor, steps, tollsOf } from "./routes";
import { cats, catwalks, setOut, shelters, table } from "./table.fixture";

const SITTING = { seat: 0, shape: 0, which: 0 };
const OTHER = { seat: 0, shape: 0, which: 1 };

/** The example of the rules: Orange on K and N, Blue's shelter on N, Brown's on J, three catwalks of three owners. */
function oscars(fields: Partial<View> = {}): View {
  return setOut(
    table({
      cat: cats({ "0 0": "KN" }),
      catwalk: catwalks({ 0: "NO", 1: "JK", 2: "JO" }),
      shelter: shelters({ 1: "J", 3: "N" }),
      cans: [6, 10, 10, 10],
      ...fields,
    }),
  );
}

function homes(plan: { goal: number } | null): string {
  return plan ? "ABCDEFGHIJKLMNO"[plan.goal]! : "";
}

describe("a walk costs", () => {
  it("a can for each rival's catwalk and two for each shelter it enters, paid to their owners", () => {
    const plan = planTo(oscars(), SITTING, roofNamed("O"))!;
    expect(plan.bill).toEqual([0, 3, 1, 0]);
    expect(plan).toMatchObject({ cost: 4, payable: true, meets: false });
  });

  it("more where it ends on a shelter, though its partner stands there", () => {
    const plan = planTo(oscars(), SITTING, roofNamed("N"))!;
    expect(plan.bill).toEqual([0, 3, 1, 2]);
    expect(plan.meets).toBe(true);
  });

  it("nothing on own catwalks and for leaving a shelter", () => {
    const plan = planTo(oscars(), OTHER, roofNamed("O"))!;
    expect(plan.cost).toBe(0);
    expect(tollsOf(oscars(), plan.walks, false).map(({ cans }) => cans)).toEqual([0]);
  });

  it("two cans on a deluxe catwalk", () => {
    const view = oscars({ deluxe_at: [-1, catwalks({ 1: "JK" }).indexOf(1), -1, -1] });
    expect(planTo(view, SITTING, roofNamed("J"))!.bill).toEqual([0, 4, 0, 0]);
  });

  it("more than there is, and then cannot be paid; a fish counts as ten cans", () => {
    expect(planTo(oscars({ cans: [3, 0, 0, 0] }), SITTING, roofNamed("O"))!.payable).toBe(false);
    expect(planTo(oscars({ cans: [3, 0, 0, 0], fish: [1, 0, 0, 0] }), SITTING, roofNamed("O"))!.payable).toBe(true);
  });

  it("only where it stops, if that is what the table charges for", () => {
    const view = oscars({ toll_for_stopping: 1 });
    expect(planTo(view, SITTING, roofNamed("O"))!.bill).toEqual([0, 1, 1, 0]);
    expect(planTo(view, SITTING, roofNamed("J"))!.bill).toEqual([0, 3, 0, 0]);
  });
});

describe("the cheapest way", () => {
  it("goes round a shelter when that is cheaper", () => {
    const view = setOut(
      table({
        cat: cats({ "0 0": "AF" }),
        catwalk: catwalks({ 0: "AB AG GH BH" }),
        shelter: shelters({ 1: "B" }),
      }),
    );
    const plan = planTo(view, SITTING, roofNamed("H"))!;
    expect(plan.cost).toBe(0);
    expect(plan.walks[0]!.ways.map(({ id }) => id)).toEqual(["AG", "GH"]);
  });

  it("leads nowhere over a gap without a catwalk", () => {
    expect(planTo(oscars(), SITTING, roofNamed("M"))).toBeNull();
    expect(plansFor(oscars(), SITTING).map(homes)).toEqual(["J", "N", "O"]);
  });

  it("does not come back to where the cat has stood", () => {
    const view = {
      ...oscars(),
      trail: [
        [(1 << roofNamed("K")) | (1 << roofNamed("J")), 0],
        [0, 0],
      ],
    };
    expect(planTo(view, SITTING, roofNamed("J"))).toBeNull();
  });
});

describe("a pair meets", () => {
  it("where both can walk for the fewest cans", () => {
    const plan = planToMeet(oscars(), SITTING)!;
    expect([homes(plan), plan.cost, steps(plan)]).toEqual(["O", 4, 3]);
    expect(plan.walks.map(({ cat, ways }) => [cat.which, ways.map(({ id }) => id)])).toEqual([
      [0, ["KJ", "JO"]],
      [1, ["NO"]],
    ]);
  });

  it("on a bare roof rather than on a rival's shelter", () => {
    const view = oscars({ catwalk: catwalks({ 0: "JK JO NO" }), shelter: shelters({ 1: "O", 3: "KN" }) });
    const plan = planToMeet(view, SITTING)!;
    expect([homes(plan), plan.cost]).toEqual(["J", 2]);
  });

  it("for both tolls where stopping costs and both have walked", () => {
    const view = oscars({ toll_for_stopping: 1, shelter: shelters({ 1: "JKNO" }) });
    const walked = {
      ...view,
      trail: [
        [1 << roofNamed("K"), (1 << roofNamed("N")) | (1 << roofNamed("M"))],
        [0, 0],
      ],
    };
    expect(planTo(view, SITTING, roofNamed("N"))!.bill[1]).toBe(1 + 2);
    expect(planTo(walked, SITTING, roofNamed("N"))!.bill[1]).toBe(1 + 4);
  });

  it("nowhere, if nothing connects it", () => {
    expect(planToMeet(oscars({ catwalk: catwalks({ 0: "NO" }) }), SITTING)).toBeNull();
    expect(planToMeet(table(), SITTING)).toBeNull();
  });
});
