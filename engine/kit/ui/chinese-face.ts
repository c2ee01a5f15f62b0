import { whenIdle } from './when-idle.ts';

/**
 * The Chinese typeface, for machines that have none of the usual ones: its parts are loaded by the characters that a
 * page shows, and only where no family before it in the list has them.
 */
export function loadChineseFace(): void {
  whenIdle(() => void import('@fontsource-variable/noto-sans-sc/wght.css'));
}
