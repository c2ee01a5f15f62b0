let asked = false;

/** Loads the page anew because its reader pressed the button for it: forms keep their drafts and need not ask. */
export function reloadPage(): void {
  asked = true;
  location.reload();
}

export const isReloading = (): boolean => asked;
