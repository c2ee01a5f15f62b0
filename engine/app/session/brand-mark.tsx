/** The tenant's logo, or ours: a crate with its strap. */
export function BrandMark({ logo, size }: { logo: string | null; size: number }) {
  if (logo) return <img src={logo} alt="" width={size} height={size} className="brand-mark" />;
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className="brand-mark" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--brand-plate, var(--c-primary))" />
      <path
        d="m16 6.5 8.5 4.6v9.8L16 25.5l-8.5-4.6v-9.8z"
        fill="none"
        stroke="var(--brand-ink, #fff)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M7.9 11.3 16 15.7l8.1-4.4M16 15.7v9.4"
        fill="none"
        stroke="var(--brand-ink, #fff)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="m11.6 8.9 8.3 4.6v3.4"
        fill="none"
        stroke="var(--brand-ink, #fff)"
        strokeWidth="1.6"
        strokeLinejoin="round"
        opacity=".75"
      />
    </svg>
  );
}
