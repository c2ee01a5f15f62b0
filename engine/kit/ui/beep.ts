let audio: AudioContext | null = null;

/** A high tone for what went well, two low ones for what did not; silence where the browser allows no sound. */
export function beep(tone: 'ok' | 'error'): void {
  try {
    audio ??= new AudioContext();
    const start = audio.currentTime;
    for (const [at, pitch] of tone === 'ok' ? [[0, 880] as const] : [[0, 220] as const, [0.22, 180] as const]) {
      const [oscillator, volume] = [audio.createOscillator(), audio.createGain()];
      oscillator.frequency.value = pitch;
      oscillator.type = tone === 'ok' ? 'sine' : 'square';
      volume.gain.setValueAtTime(0.15, start + at);
      volume.gain.exponentialRampToValueAtTime(0.001, start + at + 0.18);
      oscillator.connect(volume).connect(audio.destination);
      oscillator.start(start + at);
      oscillator.stop(start + at + 0.2);
    }
  } catch {
    audio = null;
  }
}
