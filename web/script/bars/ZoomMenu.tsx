import { zoomSteps } from '#web/scriptEditor/pages/viewPreferences.ts';
import { Menu, MenuRadioGroup, MenuRadioItem } from '#web/ui/Menu.tsx';
import styles from './bars.module.css';

interface ZoomMenuProps {
  zoomPercent: number;
  setZoom: (zoomPercent: number) => void;
}

/** Menu with the zoom and all other sizes. */
export function ZoomMenu({ zoomPercent, setZoom }: ZoomMenuProps) {
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" className={styles.zoom} aria-label={`Zoom: ${zoomPercent} %`}>
          {zoomPercent} %
        </button>
      }
    >
      <MenuRadioGroup
        value={`${zoomPercent}`}
        onValueChange={(value) => setZoom(Number(value))}
        label="Size of the page"
      >
        {zoomSteps.map((step) => (
          <MenuRadioItem key={step} value={`${step}`}>
            {step} %
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
