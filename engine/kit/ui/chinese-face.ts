import { whenIdle } from './when-idle.ts';

/**
 * The Chinese typeface, for machines that have none of the usual ones: its parts are loaded by the characters that a
 * page shows, and only where no family before it in the list has them.
 */
export function loadChineseFace(): void {
  // Without it, as where the network is gone, a page shows what the machine has.
  whenIdle(() => void import('@fontsource-variable/noto-sans-sc/wght.css').catch(() => undefined));
}
