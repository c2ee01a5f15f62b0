import type { ReactNode } from 'react';

/** The small drawings of the frame; each as large as the text of a button beside it. */
export const frameIcons = {
  menu: <path d="M3 5h14M3 10h14M3 15h14" />,
  search: (
    <>
      <circle cx="9" cy="9" r="5.4" />
      <path d="m13 13 4 4" />
    </>
  ),
  expand: <path d="M7.5 3H3v4.5M12.5 3H17v4.5M7.5 17H3v-4.5M12.5 17H17v-4.5" />,
  shrink: <path d="M3 7.5h4.5V3M17 7.5h-4.5V3M3 12.5h4.5V17M17 12.5h-4.5V17" />,
  settings: (
    <>
      <path d="M3 6h7M14.5 6H17M3 14h2.5M10 14h7" />
      <circle cx="12.3" cy="6" r="2.2" />
      <circle cx="7.7" cy="14" r="2.2" />
    </>
  ),
  down: <path d="m6 8 4 4 4-4" />,
  retry: <path d="M15.5 7A6.3 6.3 0 1 0 16.3 11M16.4 3.4V7.2h-3.8" />,
  close: <path d="m5 5 10 10M15 5 5 15" />,
  check: <path d="m4 10.5 4 4 8-9" />,
  enter: <path d="M16 5v5H5m0 0 4-4m-4 4 4 4" />,
  outside: <path d="M8 5H4.5v10.500H15V12M11 4h5v5M16 4l-7 7" />,
} as const satisfies Record<string, ReactNode>;

export function FrameIcon({ name, size = 18 }: { name: keyof typeof frameIcons; size?: number }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {frameIcons[name]}
    </svg>
  );
}
