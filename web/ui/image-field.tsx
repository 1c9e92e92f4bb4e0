import { ImageUp, X } from "lucide-react";
import { useRef, useState } from "react";
import { useMessages } from "../lib/messages.ts";
import { BlobImage } from "./blob-image.tsx";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { Field } from "./field.tsx";
import type { FieldError } from "./form.tsx";

interface ImageFieldProps {
  label: string;
  /** The field's name in its form. */
  name: string;
  hint?: string;
  error?: FieldError | undefined;
  isOptional?: boolean;
  /** The accepted file types, as MIME types. */
  types: readonly string[];
  file: File | undefined;
  onChange: (file: File | undefined) => void;
}

/** A field for one image, with a preview. The caller validates the file. */
export function ImageField({ types, file, onChange, ...field }: ImageFieldProps) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const remove = () => {
    if (!input.current) return;
    input.current.value = "";
    // Notifies the form, as choosing a file does.
    input.current.dispatchEvent(new Event("change", { bubbles: true }));
    input.current.focus();
  };
  return (
    <Field {...field}>
      {(wiring) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <div className="relative flex min-h-13 items-center gap-3 rounded-control border border-dashed border-edge px-3 text-14 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-pine">
            <ImageUp size={20} aria-hidden className="shrink-0 text-quiet" />
            <span className={classes("min-w-0", file && "truncate")}>
              {file?.name ?? t("ui.choose_image")}
            </span>
            <input
              ref={input}
              {...wiring}
              name={field.name}
              type="file"
              accept={types.join(",")}
              onChange={({ target }) => onChange(target.files?.[0])}
              className="absolute inset-0 w-full cursor-pointer opacity-0"
            />
          </div>
          {file && (
            <div className="flex items-start gap-2">
              {types.includes(file.type) && (
                <Preview key={`${file.name} ${file.lastModified}`} file={file} />
              )}
              <IconButton label={t("ui.remove_image")} onClick={remove}>
                <X size={20} aria-hidden />
              </IconButton>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

/** The preview; empty for a file that is not an image. */
function Preview({ file }: { file: File }) {
  const { t } = useMessages();
  const [isPicture, setPicture] = useState(true);
  if (!isPicture) return null;
  return (
    // A fixed height, so that the layout does not shift when the image is decoded.
    <div className="h-48">
      <BlobImage
        blob={file}
        alt={t("ui.chosen_image")}
        onError={() => setPicture(false)}
        className="max-h-full max-w-48 rounded-control border border-line object-contain"
      />
    </div>
  );
}
