import { Button, Modal, Slider } from 'antd';
import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from './account-api.ts';
import { cropOf, drawCrop, type Crop } from './crop.ts';
import { useWork } from './use-work.ts';

const shown = 264;
const maxPixels = 512;
const maxBytes = 20_971_520;

/** Chooses a picture and the square of it that is kept: drag it, or move it by the arrow keys, and size it by the slider. */
export function AvatarDialog({ onClose, onSaved }: { onClose(): void; onSaved(): Promise<void> }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0, y: 0 });
  const [fault, setFault] = useState<string | null>(null);
  const { busy, run } = useWork();

  useEffect(() => () => picture?.close(), [picture]);

  const take = async (file: File | undefined) => {
    if (!file) return;
    setFault(null);
    try {
      if (file.size > maxBytes) throw new Error('too large');
      setPicture(await createImageBitmap(file, { imageOrientation: 'from-image' }));
      setCrop({ zoom: 1, x: 0, y: 0 });
    } catch {
      setFault(t('account.pictureUnreadable'));
    }
  };
  const save = () =>
    run(async () => {
      if (!picture) return;
      await sendCrop(picture, crop);
      await onSaved();
    }, t('account.saved'));

  return (
    <Modal
      open
      centered
      width={380}
      title={t('account.picture')}
      onCancel={onClose}
      cancelText={t('ui.cancel')}
      okText={t('account.pictureKeep')}
      okButtonProps={{ disabled: !picture, loading: busy }}
      onOk={() => void save()}
    >
      <div className="avatar-crop">
        {picture ? <CropArea picture={picture} crop={crop} setCrop={setCrop} /> : null}
        <Button onClick={() => input.current?.click()}>
          {t(picture ? 'account.pictureOther' : 'account.pictureChoose')}
        </Button>
        <p className="account-quiet">{t('account.pictureKinds')}</p>
        {fault ? (
          <p className="account-fault" role="alert">
            {fault}
          </p>
        ) : null}
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={({ target }) => void take(target.files?.[0])}
        />
      </div>
    </Modal>
  );
}

/** Sends the chosen square as the person's picture. */
async function sendCrop(picture: ImageBitmap, crop: Crop): Promise<void> {
  const drawn = new OffscreenCanvas(maxPixels, maxPixels);
  const context = drawn.getContext('2d');
  if (!context) throw new Error('no canvas');
  drawCrop({ context, picture, crop, size: maxPixels });
  const id = await accountApi.uploadAvatar(await drawn.convertToBlob({ type: 'image/png' }));
  await accountApi.updateAvatar(id);
}

interface CropProps {
  picture: ImageBitmap;
  crop: Crop;
  setCrop: Dispatch<SetStateAction<Crop>>;
}

/** The kept square, moved by pointer and keys, and its size. */
function CropArea({ picture, crop, setCrop }: CropProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context) drawCrop({ context, picture, crop, size: shown * 2 });
  }, [picture, crop]);
  const move = (x: number, y: number) =>
    setCrop((before) => cropOf(picture, { ...before, x: before.x + x, y: before.y + y }));
  return (
    <>
      <canvas
        ref={canvas}
        width={shown * 2}
        height={shown * 2}
        tabIndex={0}
        role="img"
        aria-label={t('account.pictureMove')}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) =>
          event.buttons === 1 && move(-event.movementX / shown / crop.zoom, -event.movementY / shown / crop.zoom)
        }
        onKeyDown={(event) => {
          const step = arrows[event.key];
          if (!step) return;
          event.preventDefault();
          move(step[0] * 0.02, step[1] * 0.02);
        }}
      />
      <Slider
        min={1}
        max={4}
        step={0.05}
        value={crop.zoom}
        tooltip={{ open: false }}
        ariaLabelForHandle={t('account.pictureZoom')}
        onChange={(zoom) => setCrop((before) => cropOf(picture, { ...before, zoom }))}
      />
      <p className="account-quiet">{t('account.pictureMove')}</p>
    </>
  );
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
