let requested = false;

/** Loads the page anew because its reader pressed the button for it: forms keep their drafts and need not ask. */
export function reloadPage(): void {
  requested = true;
  location.reload();
}

export const isReloading = (): boolean => requested;
