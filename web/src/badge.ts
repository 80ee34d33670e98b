/** The number of tables that wait, on the app's icon where there is one. */
export function showWaiting(tables: number): void {
  if (!("setAppBadge" in navigator)) return;
  void (tables ? navigator.setAppBadge(tables) : navigator.clearAppBadge()).catch(() => {});
}
