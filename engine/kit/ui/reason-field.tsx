interface ReasonFieldProps {
  readonly label: string;
  /** What the reason is kept for. */
  readonly note: string;
  readonly value: string;
  onChange(value: string): void;
}

/** One line that says why something is done once more. */
export function ReasonField({ label, note, value, onChange }: ReasonFieldProps) {
  return (
    <label className="reason-field">
      <span>{label}</span>
      <input
        type="text"
        className="ant-input"
        maxLength={200}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <small>{note}</small>
    </label>
  );
}
