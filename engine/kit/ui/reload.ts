let requested = false;

/** Reloads the page on request: forms keep their drafts and do not ask. */
export function reloadPage(): void {
  requested = true;
  location.reload();
}

export const isReloading = (): boolean => requested;
