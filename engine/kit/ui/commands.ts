import { useEffect, useId } from 'react';
import { create } from 'zustand';
import { usePane } from './pane.ts';

/** Something that can be done on the present screen, for the command palette. */
export interface Command {
  key: string;
  title: string;
  run(): void;
}

export interface CommandSource {
  id: string;
  /** What the commands are done with: the record's name. */
  about: string;
  commands: readonly Command[];
}

export const useCommandSources = create<{ sources: readonly CommandSource[] }>(() => ({ sources: [] }));

/** Offers commands while the screen is in front. */
export function useCommands(about: string, commands: readonly Command[]): void {
  const id = useId();
  const { active } = usePane();
  useEffect(() => {
    if (!active || commands.length === 0) return;
    useCommandSources.setState(({ sources }) => ({
      sources: [...sources.filter((source) => source.id !== id), { id, about, commands }],
    }));
    return () => {
      useCommandSources.setState(({ sources }) => ({ sources: sources.filter((source) => source.id !== id) }));
    };
  });
}
