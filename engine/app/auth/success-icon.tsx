/** A tick in a circle: something has worked. */
export function SuccessIcon() {
  return (
    <svg viewBox="0 0 48 48" width="48" height="48" className="door-done" aria-hidden="true">
      <circle cx="24" cy="24" r="22" fill="var(--c-good-soft)" />
      <path d="m14.5 24.5 6.5 6.5 13-14" fill="none" stroke="var(--c-good)" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
