/** The time at the table as something to draw with: asked for again every frame, or a few times a second. */

/** Time that runs every frame while somebody looks at it; for bars and countdowns. */
export function everyFrame(time: () => number): { readonly now: number } {
  let now = $state(time());
  $effect(() => {
    let frame = 0;
    const next = () => {
      now = time();
      frame = requestAnimationFrame(next);
    };
    next();
    return () => cancelAnimationFrame(frame);
  });
  return {
    get now() {
      return now;
    },
  };
}

/** Time that runs in steps that a clock needs. */
export function everySoOften(time: () => number): { readonly now: number } {
  let now = $state(time());
  $effect(() => {
    now = time();
    const timer = setInterval(() => (now = time()), 100);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}
