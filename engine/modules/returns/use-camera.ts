import { useCallback, useEffect, useRef, useState } from 'react';

/** The camera of this device, where it has one and the person lets it be used. */
export function useCamera() {
  const video = useRef<HTMLVideoElement>(null);
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    let stream: MediaStream | null = null;
    let gone = false;
    const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
    mediaDevices?.getUserMedia({ video: { facingMode: 'environment' } }).then(
      (opened) => {
        stream = opened;
        if (gone) return opened.getTracks().forEach((track) => track.stop());
        if (video.current) video.current.srcObject = opened;
        return setIsOn(true);
      },
      () => setIsOn(false),
    );
    return () => {
      gone = true;
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, []);
  /** A picture of what the camera sees; null where there is none yet. */
  const shoot = useCallback(async (): Promise<File | null> => {
    const seen = video.current;
    if (!seen || seen.videoWidth === 0) return null;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [seen.videoWidth, seen.videoHeight];
    canvas.getContext('2d')?.drawImage(seen, 0, 0);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85));
    return blob && new File([blob], 'parcel.jpg', { type: 'image/jpeg' });
  }, []);
  return { video, isOn, shoot };
}
