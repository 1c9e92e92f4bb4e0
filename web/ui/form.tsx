import { createContext, type ReactNode, use, useEffect, useRef, useState } from "react";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { hasMessage, useMessages } from "../lib/messages.ts";
import { classes } from "./classes.ts";

/** A message key or a refusal, which are translated, or a sentence that is shown unchanged. */
export type FieldError = string | Error;

/** Errors by the names of the fields. */
export type FieldErrors = Record<string, FieldError>;

interface FormProps {
  /** Receives the form's data. The browser's own validation is off. */
  onSubmit: (data: FormData) => void;
  /** When they change, the first invalid field gets the focus. */
  errors?: Readonly<FieldErrors> | undefined;
  children: ReactNode;
  className?: string;
  label?: string;
  /** The id for submit buttons outside the form. */
  id?: string;
}

export function Form({ onSubmit, errors, children, className, label, id }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [edited, setEdited] = useState<Edited>({ errors, names: [] });
  const edited_names = edited.errors === errors ? edited.names : [];
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  return (
    <form
      ref={form}
      id={id}
      noValidate
      aria-label={label}
      className={classes("grid gap-4", className)}
      onChange={({ target }) => {
        const name = Reflect.get(target, "name");
        if (errors && typeof name === "string" && Object.hasOwn(errors, name)) {
          setEdited({ errors, names: [...edited_names, name] });
        }
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      <EditedFields value={edited_names}>{children}</EditedFields>
    </form>
  );
}

interface Edited {
  errors: FormProps["errors"];
  names: readonly string[];
}

const EditedFields = createContext<readonly string[]>([]);

/** The error of a field in the current language; undefined once the field has been edited. */
export function useFieldError(name = "", error?: FieldError): string | undefined {
  const { t } = useMessages();
  if (use(EditedFields).includes(name) || error === undefined) return undefined;
  if (error instanceof Error) return sentenceOfFailure(error);
  return hasMessage(error) ? t(error) : error;
}

/** The text of a form field; empty for a file or a missing field. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}
