// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/dialogs/dialogs.h"
#include "app/session/document.h"
#include "core/graph/claims.h"
#include "core/insight/recorded/recorded_heap.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

constexpr int kWidth = 440;       // pixels, about
constexpr int kRowsInSight = 8;   // of a model with very many open dimensions
constexpr int kMostHeight = 420;  // pixels

QLabel* make_note(const QString& text) {
  auto* note = new QLabel(text);
  note->setWordWrap(true);
  note->setMinimumWidth(kWidth);
  return note;
}

/// The form scrolls where it is long.
QWidget* in_reach(QWidget* form, std::size_t rows) {
  if (rows <= kRowsInSight) return form;
  auto* area = new QScrollArea;
  area->setWidget(form);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setMinimumHeight(kMostHeight);
  return area;
}

/// Whether a recorded heap has several streams.
bool has_streams_to_order(const OpenDocument& document) {
  return document.history() && document.history()->streams_in_use().size() > 1;
}

/// Whether it is a list of lifetimes, whose ends can mean one thing or another.
bool has_interval_ends(const OpenDocument& document) {
  return document.format() == "interval-csv";
}

/// Accepted by *Read again*.
class ReadingDialog final : public QDialog {
  Q_DECLARE_TR_FUNCTIONS(stowage::ReadingDialog)

 public:
  ReadingDialog(const OpenDocument& document, QWidget* parent, const ChooseSizes& choose_sizes)
      : QDialog(parent), before_(document.read_options()), sizes_(before_.sizes) {
    setObjectName("reading");
    setWindowTitle(tr("Reading options"));
    auto* fields = new QWidget;
    auto* form = new QFormLayout(fields);
    form->setContentsMargins(0, 0, 0, 0);
    for (const OpenDimension& dimension : document.open_dimensions())
      add_dimension(form, dimension.name, dimension.tensors);
    for (const auto& [name, size] : before_.dimensions) {
      const auto known = [&name = name](const Dimension& one) { return one.name == name; };
      if (std::ranges::none_of(dimensions_, known)) add_dimension(form, name, 0);
    }
    if (document.devices().size() > 1) add_devices(form, document.devices());
    if (has_streams_to_order(document)) add_streams(form);
    if (has_interval_ends(document)) add_ends(form);
    add_sizes(form, choose_sizes);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    auto* again = buttons->addButton(tr("&Read again"), QDialogButtonBox::AcceptRole);
    again->setObjectName("read_again");
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QVBoxLayout(this);
    if (!dimensions_.empty())
      rows->addWidget(make_note(
          tr("The model leaves these dimensions open. Until you set them, sizes that depend on them come from "
             "the file or are unknown. Plans do not count unknown sizes.")));
    rows->addWidget(in_reach(fields, dimensions_.size()), 1);
    rows->addWidget(buttons);
    again->setDefault(true);  // a button that is in no dialog yet would not become the one that Enter presses
  }

  /// As the document was read, with what was chosen here.
  [[nodiscard]] ReadOptions options() const {
    ReadOptions out = before_;
    for (const Dimension& dimension : dimensions_) out.dimensions[dimension.name] = dimension.size->value();
    if (device_) {
      const QVariant chosen = device_->currentData();
      out.device = chosen.isValid() ? std::optional<std::int64_t>(chosen.toLongLong()) : std::nullopt;
    }
    out.sizes = sizes_;
    if (serial_) out.serial_streams = serial_->isChecked();
    if (ends_) {
      out.intervals.reset();
      if (ends_->currentIndex() > 0) out.intervals = static_cast<IntervalMeaning>(ends_->currentIndex() - 1);
    }
    return out;
  }

 private:
  void add_dimension(QFormLayout* form, const std::string& name, std::size_t tensors) {
    auto* size = new QSpinBox;
    size->setRange(1, std::numeric_limits<int>::max());
    size->setGroupSeparatorShown(true);
    const auto given = before_.dimensions.find(name);
    constexpr std::int64_t kMost = std::numeric_limits<int>::max();
    if (given != before_.dimensions.end())
      size->setValue(static_cast<int>(std::clamp<std::int64_t>(given->second, 1, kMost)));
    const QString shown = text_of(name);
    size->setObjectName("dimension_" + shown);
    size->setAccessibleName(shown);
    if (tensors > 0)
      size->setToolTip(tr("The size of %Ln tensor(s) depends on it", nullptr,
                          static_cast<int>(std::min<std::size_t>(tensors, 1'000'000'000))));
    QString label = shown;
    auto* text = new QLabel(label.replace('&', "&&") + ':');
    text->setTextFormat(Qt::PlainText);
    text->setBuddy(size);
    form->addRow(text, size);
    dimensions_.push_back({name, size});
  }

  void add_devices(QFormLayout* form, const std::vector<RecordedDevice>& devices) {
    device_ = new QComboBox;
    device_->setObjectName("reading_device");
    device_->addItem(tr("A device that ran out of memory, otherwise the device with the most events"));
    for (const RecordedDevice& device : devices)
      device_->addItem(device_text(device), QVariant::fromValue<qlonglong>(device.number));
    if (before_.device)
      device_->setCurrentIndex(std::max(0, device_->findData(QVariant::fromValue<qlonglong>(*before_.device))));
    device_->setAccessibleName(tr("Device"));
    form->addRow(tr("&Device:"), device_);
  }

  void add_streams(QFormLayout* form) {
    serial_ = new QCheckBox(tr("&Streams run in the host's order"));
    serial_->setObjectName("reading_serial_streams");
    serial_->setChecked(before_.serial_streams);
    serial_->setToolTip(tr("Each stream waits for earlier records, so streams reuse each other's memory"));
    form->addRow(serial_);
    form->addRow(make_note(tr(
        "A snapshot does not record which streams wait for each other. Without this assumption, no stream reuses the "
        "memory of another stream. With it, a plan is safe only if the program keeps the recorded order.")));
  }

  void add_ends(QFormLayout* form) {
    ends_ = new QComboBox;
    ends_->setObjectName("reading_ends");
    ends_->addItem(tr("As the header says"));  // then in the order of IntervalMeaning
    ends_->addItems({tr("Half-open: [lower, upper)"), tr("Closed: [lower, upper]"), tr("Open: (lower, upper)")});
    ends_->setCurrentIndex(before_.intervals ? 1 + static_cast<int>(*before_.intervals) : 0);
    ends_->setAccessibleName(tr("Interval ends"));
    form->addRow(tr("&Interval ends:"), ends_);
  }

  void add_sizes(QFormLayout* form, const ChooseSizes& choose_sizes) {
    auto* count = new QLabel;
    auto* remove = new QPushButton(tr("Re&move"));
    remove->setObjectName("no_sizes");
    const auto show = [this, count, remove](const TensorSizes& sizes) {
      sizes_ = sizes;
      count->setText(sizes.empty() ? tr("as in the file") : tr("%Ln given", nullptr, as_int(sizes.size())));
      remove->setEnabled(!sizes.empty());
    };
    show(sizes_);
    auto* choose = new QPushButton(tr("From a &CSV file…"));
    choose->setObjectName("reading_sizes");
    choose->setToolTip(tr("Sizes of tensors: the columns tensor and bytes; a tensor of a body has a path: if:then/x"));
    connect(remove, &QPushButton::clicked, this, [show] { show({}); });
    connect(choose, &QPushButton::clicked, this, [this, choose_sizes, show] {
      choose_sizes([dialog = QPointer(this), show](const TensorSizes& sizes) {
        if (dialog) show(sizes);
      });
    });
    auto* row = new QHBoxLayout;
    row->addWidget(count, 1);
    row->addWidget(choose);
    row->addWidget(remove);
    form->addRow(tr("Sizes of tensors:"), row);
  }

  struct Dimension {
    std::string name;
    QSpinBox* size;
  };
  ReadOptions before_;
  TensorSizes sizes_;
  std::vector<Dimension> dimensions_;
  QComboBox *device_ = nullptr, *ends_ = nullptr;
  QCheckBox* serial_ = nullptr;
};

}  // namespace

bool can_be_read_otherwise(const OpenDocument& document) {
  return document.is_open() &&
         (unknown_sizes(*document.graph()) > 0 || !document.read_options().sizes.empty() ||
          !document.open_dimensions().empty() || !document.read_options().dimensions.empty() ||
          document.devices().size() > 1 || has_streams_to_order(document) || has_interval_ends(document));
}

void ask_how_to_read(const OpenDocument& document, QWidget* parent, const ChooseSizes& choose_sizes,
                     const std::function<void(const ReadOptions&)>& read) {
  auto* dialog = new ReadingDialog(document, parent, choose_sizes);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(dialog, &QDialog::accepted, dialog, [dialog, read] { read(dialog->options()); });
  dialog->open();
}

}  // namespace stowage
