export type TagTone = 'neutral' | 'info' | 'good' | 'warn' | 'bad';

/** A state in its words and colour. The dot's shape differs by tone too: colour is never the only sign. */
export function StatusTag({ tone = 'neutral', text }: { tone?: TagTone; text: string }) {
  return (
    <span className="tag" data-tone={tone}>
      {text}
    </span>
  );
}
