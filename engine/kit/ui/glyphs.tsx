interface CaretProps {
  readonly size?: number;
  readonly up?: boolean;
  readonly className?: string;
}

/** Points to what opens below, or folds up. */
export const Caret = ({ size = 12, up = false, className }: CaretProps) => (
  <svg
    className={className}
    viewBox="0 0 12 12"
    width={size}
    height={size}
    aria-hidden="true"
    style={up ? { transform: 'rotate(180deg)' } : undefined}
  >
    <path
      d="m3 4.5 3 3 3-3"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

/** Three dots: further actions. */
export const Ellipsis = ({ size }: { size: number }) => (
  <svg viewBox="0 0 16 16" width={size} height={size} fill="currentColor" aria-hidden="true">
    <circle cx="3" cy="8" r="1.3" />
    <circle cx="8" cy="8" r="1.3" />
    <circle cx="13" cy="8" r="1.3" />
  </svg>
);
