package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.disorder.StudyFindings;
import io.tidemark.operators.disorder.StudyPlan;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/** Writes the files of a report into its directory. */
final class LabReportMaker implements Serializable {

    private static final long serialVersionUID = 1L;

    private final LabReportForm form;
    private final String directory;

    LabReportMaker(WatermarkLabOptions options) {
        this.form = LabReportForm.of(options);
        this.directory = options.output();
    }

    /** What the findings were made by. */
    StudyPlan plan() {
        return form.plan();
    }

    /** How many strategies were tried. */
    int strategies() {
        return form.tried().size();
    }

    /**
     * Writes all files, over those of an earlier report.
     *
     * @param madeAt now, epoch milliseconds
     * @throws RefusedTraceException if a report would answer nothing, or wrongly: there was no
     *     event, or rows are not in the order of their arrival
     */
    void write(StudyFindings findings, long madeAt) throws IOException {
        if (findings.delays().events() == 0) {
            throw new RefusedTraceException(RowWarnings.noAnswer(findings, form.options().input()));
        }
        RowWarnings.requireOneUnit(findings, form.options().input());
        ArrivalOrder.require(
                findings.delays(), form.options().input(), form.options().completeness());
        LabReport report = form.fill(findings, madeAt);
        Path into = new Path(directory);
        into.getFileSystem().mkdirs(into);
        write(LabFiles.NUMBERS, report::toJson);
        write(LabFiles.CURVE, out -> out.write(utf8(CurveCsv.of(report))));
        write(LabFiles.PAGE, out -> ReportPage.write(report, out));
        write(LabFiles.SUMMARY, out -> out.write(utf8(TextSummary.of(report, directory))));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void write(String name, Content content) throws IOException {
        Path file = new Path(directory, name);
        try (OutputStream out =
                new BufferedOutputStream(
                        file.getFileSystem().create(file, FileSystem.WriteMode.OVERWRITE))) {
            content.writeTo(out);
        }
    }

    @FunctionalInterface
    private interface Content {
        void writeTo(OutputStream out) throws IOException;
    }
}
